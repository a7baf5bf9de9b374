/** Makes micromark parse raw HTML as CommonMark defines it. */
import { htmlFlow, htmlText } from 'micromark-core-commonmark'
import type { Code, Construct, Extension, State } from 'micromark-util-types'

const lessThan = 60
const slash = 47
const dot = 46

/**
 * Makes micromark accept `/` in unquoted values (`<img src=/a.png>`) by passing it a dot instead. Otherwise
 * micromark would not recognize the tag as HTML.
 */
export const htmlSyntax = (): Extension => ({
  disable: { null: ['htmlFlow', 'htmlText'] },
  flow: { [lessThan]: withSlashes(htmlFlow, 'htmlFlowWithSlashes') },
  text: { [lessThan]: withSlashes(htmlText, 'htmlTextWithSlashes') },
})

function withSlashes(construct: Construct, name: string): Construct {
  return {
    ...construct,
    name,
    tokenize(effects, ok, nok) {
      const isInValue = unquotedValues()
      let isOver = false
      let read: Code = null
      const own = { ...effects, consume: () => effects.consume(read) }
      const leaving =
        (state: State): State =>
        (code) => {
          isOver = true
          return state(code)
        }
      const seeing =
        (state: State): State =>
        (code) => {
          read = code
          const next = state(isInValue(code) && code === slash ? dot : code)
          return isOver || !next ? next : seeing(next)
        }
      return seeing(construct.tokenize.call(this, own, leaving(ok), leaving(nok)))
    },
  }
}

type Place = 'tag' | 'before value' | 'value' | 'in "' | "in '" | 'behind'

/** The next state for a state and a character of a tag. */
const steps: Readonly<Record<Place, (character: string) => Place>> = {
  tag: (character) => (character === '>' ? 'behind' : character === '=' ? 'before value' : 'tag'),
  'before value': (character) => {
    if (character === '"' || character === "'") return `in ${character}`
    return character === '>' ? 'behind' : character === ' ' ? 'before value' : 'value'
  },
  value: (character) => (character === '>' ? 'behind' : character === ' ' ? 'tag' : 'value'),
  'in "': (character) => (character === '"' ? 'tag' : 'in "'),
  "in '": (character) => (character === "'" ? 'tag' : "in '"),
  behind: () => 'behind',
}

/** Returns true for each character that is part of an unquoted value. Call it in order for a whole tag. */
function unquotedValues(): (code: Code) => boolean {
  let place: Place = 'tag'
  return (code) => {
    // Negative codes are tabs and line ends.
    place = steps[place](code === null || code < 0 ? ' ' : String.fromCharCode(code))
    return place === 'value'
  }
}
