import { describe, expect, it } from 'vitest'
import { atOnce } from '../../pages/in-turns.ts'
import { referenceReader } from './read-references.ts'
import { referencesIn } from './references.ts'

const site = { basePath: '', absoluteBase: 'https://x.test' }

/** Links, then ids with a leading `#`. */
function read(html: string): readonly string[] {
  const { ids, links } = atOnce(referenceReader(site)(referencesIn(html), 'index.html'))
  return [...links, ...ids.split(' ').flatMap((id) => (id === '' ? [] : [`#${id}`]))]
}

describe('the references of a page', () => {
  it('are its links, images and ids, each once, with any quotes', () => {
    expect(
      read(
        `<a href="/a/">x</a><a class=x HREF='/b/'>y</a><img src=/c.png alt><a href="/a/">again</a><h2 id="part">z</h2><p id=p>`,
      ),
    ).toEqual(['/a/', '/b/', '/c.png', '#part', '#p'])
  })

  it('include every image of a srcset', () => {
    expect(read('<img srcset="/a.png 320w, /b.png 2x,\n /c.png" data-srcset="/d.png">')).toEqual([
      '/a.png',
      '/b.png',
      '/c.png',
    ])
  })

  it('include all forms that a browser accepts', () => {
    expect(
      read(
        '<img srcset="/a 1x,/b 2x"><a href = "/c/">x</a><a HREF\n=\n/d/ id = e><video poster="/f.jpg"></video>',
      ),
    ).toEqual(['/a', '/b', '/c/', '/d/', '/f.jpg', '#e'])
    expect(read('<meta name="m"><a name="spot" href="#spot">x</a><input name=i><abbr name=j>')).toEqual([
      '#spot',
    ])
  })

  it('are not in text, code, comments, scripts, styles and other attributes', () => {
    expect(
      read(`<p>href="/a/" &lt;a href="/b/"&gt;</p><!-- <a href="/c/"> --><script>x = '<a href="/d/">'</script><script src="/e.js"></script>
        <style>a[href="/f/"] { color: red }</style><div data-href="/g/" data-id="h" title="a href='/i/'"></div>`),
    ).toEqual(['/e.js'])
  })

  it('follow a script with the start of a comment, and a comment with the start of a script', () => {
    expect(
      read(`<script>x = '<!--'</script><a href="/a/">x</a><!-- <script> --><a href="/b/">y</a>`),
    ).toEqual(['/a/', '/b/'])
  })

  it('are found after a > in an attribute value', () => {
    expect(read('<a title="a > b" href="/a/">x</a> a href="/b/" <img alt=">" src="/c.png">')).toEqual([
      '/a/',
      '/c.png',
    ])
  })

  it('have their entities decoded', () => {
    expect(read('<a href="/a&amp;b/?c&amp;d">x</a><a href="/&#x65;/">y</a>')).toEqual(['/a&b/', '/e/'])
  })

  it('include links to missing ids of the same page, but not to existing ones', () => {
    expect(
      read(
        '<a href="#early">x</a><a href="#">y</a><a href="#top">z</a><p id=early><p id="über"><a href="#%C3%BCber">u</a>',
      ),
    ).toEqual(['#early', '#über'])
    expect(read('<a href="#away">x</a><p id="here">')).toEqual(['/#away', '#here'])
  })

  it('do not include paths and fragments with line breaks', () => {
    expect(read('<a href="/a/\n/b/">x</a><a href="#c\n/d/">y</a><a href="/e/?f\n#g">z</a>')).toEqual([
      '/e/#g',
    ])
  })

  it('are separated correctly, whatever their values', () => {
    expect(
      read(
        '<p id="a\nb"><p id="c"><a href="/d/\n\n"><a href="\n/e/"><img srcset="/f.png?a&amp;amp;b 1x,\n\n/g.png 2x"><p id="\nh">',
      ),
    ).toEqual(['/d/', '/e/', '/f.png', '/g.png', '#c'])
    expect(read('<img srcset="/a.png&amp;amp;b 1x">')).toEqual(['/a.png&amp;b'])
    expect(referencesIn('<p id="#a"><a href="b\n/c/\n#d">')).toBe('#a\nb&#10;/c/&#10;#d')
  })

  it('are resolved for each page, independent of earlier pages', () => {
    const readPage = referenceReader(site)
    const reader = (text: string, page: string) => atOnce(readPage(text, page))
    const text = referencesIn(
      '<p id="a"><a href="/b/"><a href="c/"><a href="#a"><a href="https://x.test/d/"><a href="https://y.test/">',
    )
    expect(reader(text, 'index.html')).toEqual({ ids: 'a', links: ['/b/', '/c/', '/d/'] })
    expect(reader(text, 'e/index.html')).toEqual({ ids: 'a', links: ['/b/', '/e/c/', '/d/'] })
    expect(reader(referencesIn('<a href="#a"><a href="/b/">'), 'index.html')).toEqual({
      ids: '',
      links: ['/#a', '/b/'],
    })
    expect(reader('', 'index.html')).toEqual({ ids: '', links: [] })
  })

  it('are links to the home page if only a fragment or query follows the host', () => {
    expect(
      read(
        '<a href="https://x.test#a">x</a><a href="https://x.test?b">y</a><a href="https://x.test?c#d">z</a>',
      ),
    ).toEqual(['/#a', '/', '/#d'])
  })

  it('are listed once, and omitted if they are too long for a URL', () => {
    expect(referencesIn('<p id=a><a href=x>'.repeat(10_000))).toBe('a\nx')
    expect(referencesIn(`<a href="${'x'.repeat(10_000)}"><a href="y">`)).toBe('\ny')
  })

  it('are read in steps if a page has thousands', () => {
    const text = referencesIn(Array.from({ length: 5_000 }, (_, n) => `<a href="/${n}/">`).join(''))
    let steps = 0
    for (const _ of referenceReader(site)(text, 'index.html')) steps += 1
    expect(steps).toBe(10)
  })

  it('are empty for malformed pages', () => {
    for (const html of [
      '<a href="',
      '<a href=',
      '<!-- <a href="/a/">',
      '<script> href="/a/"',
      '<script',
      '<!--',
      '-->',
      '=',
      '<',
      'id="x"',
    ])
      expect(read(html)).toEqual([])
  })

  it.each([
    ['attributes in a text', `<p>${'src=x '.repeat(200_000)}</p>`, []],
    ['names in a text', `<p>${'name=x '.repeat(200_000)}</p>`, []],
    ['attributes in a value', `<a title="${' src=x'.repeat(200_000)}" href="/a/">`, ['/a/']],
  ])('are read in linear time with 200,000 %s', (_, html, references) => {
    expect(read(html)).toEqual(references)
  })
})
