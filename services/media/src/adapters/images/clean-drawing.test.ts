import { describe, expect, test } from 'vitest'
import { cleanDrawing } from './clean-drawing.ts'

const svg = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributes}>${inner}</svg>`
const cleaned = (inner: string) => cleanDrawing(svg(inner)).text

test('a clean drawing keeps its shapes, gradients, texts and styles', () => {
  const inner =
    '<title>A &amp; b</title><defs><linearGradient id="g"><stop offset="0" stop-color="red"></stop></linearGradient></defs>' +
    '<style>.a{fill:url(#g)}</style><g transform="rotate(3)"><rect class="a" width="5" height="5" fill="url(#g)"></rect>' +
    '<use xlink:href="#g"></use><text x="1">hi &lt;there&gt;</text></g>'
  expect(cleaned(inner)).toBe(svg(inner))
})

test('cleaning is idempotent', () => {
  const once = cleaned(
    '<rect onclick="x()" width="1"/><script>1</script><text xml:space="preserve"> a\n b </text>',
  )
  expect(cleanDrawing(once).text).toBe(once)
})

describe('removes', () => {
  test.each([
    ['script', '<script>alert(1)</script>', /script|alert/],
    [
      'scripts with a namespace prefix',
      '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
      /script|alert/,
    ],
    [
      'script in XHTML',
      '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
      /script|alert/,
    ],
    ['handlers', '<rect onclick="alert(1)" onload="alert(2)"/>', /alert|on[cl]/],
    [
      'foreign objects and their content',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><p>hi</p></body></foreignObject>',
      /foreign|body|hi/,
    ],
    ['links', '<a href="javascript:alert(1)"><text>x</text></a>', /alert|<a/],
    ['external images', '<image href="https://evil.example/x.png"/>', /evil/],
    ['embedded drawings', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>', /data:/],
    [
      'external use',
      '<use href="https://evil.example/x.svg#a"/><use xlink:href="//evil.example/x#a"/>',
      /evil/,
    ],
    [
      'animated references',
      '<use href="#a"><set attributeName="href" to="javascript:alert(1)"/><animate attributeName="href" values="data:x"/></use>',
      /alert|animate|set/,
    ],
    ['style imports', '<style>@import "https://evil.example/a.css"; .a{fill:red}</style>', /evil|import/],
    ['escaped style imports', '<style>@\\69mport "https://evil.example/a.css";</style>', /evil/],
    [
      'style references',
      '<style>.a{fill:url(https://evil.example/a)}</style><rect style="fill:url( \'//evil.example/a\' )"/>',
      /evil/,
    ],
    [
      'attribute references',
      '<rect fill="url(https://evil.example/a)" filter="URL(//evil.example/b#c)"/>',
      /evil/,
    ],
    [
      'references between strings that contain comment delimiters',
      '<style>.a{font-family:"/*";fill:url(https://evil.example/a#p)} .b{font-family:"*/"}</style>' +
        `<rect style="font-family:'/*';fill:url(https://evil.example/a);font:'*/'"/>`,
      /evil/,
    ],
    ['references that are not closed', '<rect style="fill:url(https://evil.example/a"/>', /evil/],
    ['image sets', '<rect style="mask:image-set(\'https://evil.example/a\' 1x)"/>', /evil/],
    [
      'markup in CDATA',
      '<style><![CDATA[</style><script>alert(1)</script>]]></style><text><![CDATA[<script>]]></text>',
      /<script/,
    ],
    [
      'comments and processing instructions',
      '<!-- x --><?xml-stylesheet href="https://evil.example/a.css"?>',
      /evil|<!--/,
    ],
    ['metadata', '<metadata><rdf:RDF xmlns:rdf="http://x">secret</rdf:RDF></metadata>', /secret|rdf/],
    ['base URLs', '<g xml:base="https://evil.example/"><use href="#a"/></g>', /evil/],
    [
      'media elements and iframes',
      '<iframe xmlns="http://www.w3.org/1999/xhtml" src="x"/><video href="x"/><audio/><handler/><listener/>',
      /iframe|video|audio|handler|listener/,
    ],
  ])('%s', (_, inner, pattern) => {
    expect(cleaned(inner).replace(/xmlns(:xlink)?="[^"]*"/g, '')).not.toMatch(pattern)
  })
})

describe('rejects', () => {
  test.each([
    ['a parameter entity', `<!DOCTYPE svg [<!ENTITY % a SYSTEM "https://evil.example/a">%a;]>${svg('')}`],
    ['a declaration in an included section', `<!DOCTYPE svg [<![INCLUDE[<!ENTITY a "b">]]>]>${svg('')}`],
    [
      'a reference to an entity of an external DTD',
      `<!DOCTYPE svg SYSTEM "https://evil.example/a.dtd">${svg('<text>&a;</text>')}`,
    ],
    ['two document types', `<!DOCTYPE svg><!DOCTYPE svg>${svg('')}`],
    ['an entity in lower case', `<!doctype svg [<!entity a "b">]>${svg('')}`],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
    ['an unknown entity', svg('<text>&nbsp;</text>')],
    ['malformed XML', '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>'],
    ['HTML', '<html><body/></html>'],
    ['svg without its namespace', '<svg><rect/></svg>'],
    ['text', 'just text'],
    ['an empty file', ''],
    ['two drawings', svg('') + svg('')],
    ['endless nesting', svg(`${'<g>'.repeat(300)}${'</g>'.repeat(300)}`)],
    ['an undeclared prefix', svg('<x:rect/>')],
  ])('%s', (_, source) => {
    expect(() => cleanDrawing(source)).toThrow()
  })

  test('an entity bomb quickly', () => {
    const bomb = `<!DOCTYPE a [${Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')}]>${svg('<text>&e20;</text>')}`
    expect(() => cleanDrawing(bomb)).toThrow()
  })
})

describe('only the prologue is removed from a drawing by', () => {
  const w3 = '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
  test.each([
    ['matplotlib', `<?xml version="1.0" encoding="utf-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC ${w3}>\n`],
    [
      'Graphviz',
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC ${w3}>\n<!-- Generated by graphviz -->\n`,
    ],
    [
      'Inkscape',
      `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/svg10.dtd" []>\n`,
    ],
    ['Excalidraw', '<!DOCTYPE svg>\n'],
    [
      'a program that declares attributes',
      '<!DOCTYPE svg [<!ELEMENT svg ANY><!ATTLIST svg id CDATA "100% wide">]>\n',
    ],
    ['a program that uses an external DTD', '<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">\n'],
  ])('%s', (_, prologue) => {
    const { text, ...size } = cleanDrawing(
      `${prologue}${svg('<path d="M0 0"></path>', ' width="460.8pt" height="345.6pt"')}\n`,
    )
    expect(text).toBe(svg('<path d="M0 0"></path>', ' width="460.8pt" height="345.6pt"'))
    expect(size).toEqual({ width: 614, height: 461 })
  })
})

test.each([
  [
    `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`,
    'entities',
    'The SVG file declares entities in its DOCTYPE. Save it without them.',
  ],
  ['<html/>', 'drawing', 'The file is not an SVG drawing.'],
  ['<svg', 'drawing', expect.stringContaining('not well-formed XML')],
])('%j is refused with a reason', (source, reason, message) => {
  expect(() => cleanDrawing(source)).toThrow(expect.objectContaining({ reason, message }))
})

describe('a drawing of a million characters is processed in linear time:', () => {
  const many = (unit: string) => unit.repeat(1_000_000 / unit.length)
  test.each([
    ['references that never close', '<style></style>', `<style>${many('url(')}</style>`],
    ['spaces in a reference', '<style></style>', `<style>url(${many(' ')}</style>`],
    ['quotes that never close', '<rect></rect>', `<rect fill="${many("url('")}"/>`],
    ['comments that never end', `<style>${many('/*')}</style>`, `<style>${many('/*')}</style>`],
    ['references', `<style>${many('url(#a)')}</style>`, `<style>${many('url(#a)')}</style>`],
  ])('%s', (_, expected, inner) => {
    // Compared as a boolean, because a diff of texts this long takes minutes.
    expect(cleaned(inner) === svg(expected)).toBe(true)
  })

  test.each([
    ['digits', `${many('1')}px!`],
    ['spaces', `1${many(' ')}!`],
  ])('a width of %s', (_, width) => {
    expect(cleanDrawing(svg('', ` width="${width}" viewBox="0 0 4 2"`))).toMatchObject({
      width: 4,
      height: 2,
    })
  })

  test('a document type full of percent signs', () => {
    expect(cleanDrawing(`<!DOCTYPE svg [${many('%')}]>${svg('')}`).text).toBe(svg(''))
    expect(() => cleanDrawing(`<!DOCTYPE svg [${many('%')}%a;]>${svg('')}`)).toThrow('entities')
  })
})

test.each([
  ['url(#a)', true],
  ['url( "#a" )', true],
  ["URL ('#a')", true],
  ['url(#a', false],
  ['url("#a)', false],
  ['url("#a\')', false],
  ['url(#a url(#b))', false],
  ['url(#a) url(//evil.example/a)', false],
  ['url()', false],
])('the style %j is kept: %s', (style, isKept) => {
  expect(cleaned(`<style>${style}</style>`)).toBe(svg(`<style>${isKept ? style : ''}</style>`))
})

describe('the size of a drawing', () => {
  test.each([
    [' width="30" height="20"', 30, 20],
    [' width="30px" height="1in"', 30, 96],
    [' width="1cm" height="25.4mm"', 38, 96],
    [' viewBox="0 0 40 10"', 40, 10],
    [' viewBox="0,0,40,10" width="100"', 100, 25],
    [' viewBox="0 0 40 10" width="100%" height="5"', 20, 5],
    [' width="100%" height="100%"', undefined, undefined],
    [' viewBox="0 0 0 0"', undefined, undefined],
    ['', undefined, undefined],
  ])('with the attributes%s is %s x %s', (attributes, width, height) => {
    const { text: _, ...size } = cleanDrawing(svg('', attributes))
    expect(size).toEqual(width === undefined ? {} : { width, height })
  })
})
