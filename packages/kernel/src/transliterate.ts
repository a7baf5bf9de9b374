/** Spells Latin, Cyrillic and Greek letters in ASCII. Keeps other characters. */
export function transliterate(text: string): string {
  const mapped = [...text.normalize('NFC')].map((letter) => letters.get(letter) ?? letter).join('')
  const bare = mapped.normalize('NFKD').replace(/\p{M}+/gu, '')
  return [...bare].map((letter) => letters.get(letter) ?? letter).join('')
}

const letters = new Map<string, string>()

function add(table: string): void {
  for (const pair of table.trim().split(/\s+/)) {
    const [from = '', to = ''] = pair.split('=')
    letters.set(from, to)
    const upper = from.toUpperCase()
    if (upper.length === from.length && upper !== from) letters.set(upper, to)
  }
}

// Latin letters that do not decompose into a base letter and a mark.
add('ß=ss ẞ=ss æ=ae œ=oe ø=o ð=d þ=th đ=d ħ=h ı=i ł=l ŋ=n ŧ=t ĸ=k ə=e ƒ=f ſ=s')
add(
  'а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya',
)
add('і=i ї=yi є=ye ґ=g ў=u ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѓ=g ќ=k ѕ=dz')
add('α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o')
