import { describe, expect, it } from 'vitest'
import { referencesIn } from './references.ts'

/** Ids with a `#`. */
function read(html: string): readonly string[] {
  const { own, lines } = referencesIn(html, 'index.html', { basePath: '', absoluteBase: 'https://x.test' })
  return [...lines, ...own.split(' ').flatMap((id) => (id === '' ? [] : [`#${id}`]))]
}

describe('the references of a page', () => {
  it('are its links, images and ids, each once, however they are quoted', () => {
    expect(
      read(`<a href="/a/">x</a><a class=x HREF='/b/'>y</a><img src=/c.png alt><a href="/a/">again</a><h2 id="part">z</h2><p id=p>`),
    ).toEqual(['/a/', '/b/', '/c.png', '#part', '#p'])
  })

  it('are every image of a srcset', () => {
    expect(read('<img srcset="/a.png 320w, /b.png 2x,\n /c.png" data-srcset="/d.png">')).toEqual(['/a.png', '/b.png', '/c.png'])
  })

  it('are none of what only looks like one: in text, code, comments, scripts, styles and other attributes', () => {
    expect(
      read(`<p>href="/a/" &lt;a href="/b/"&gt;</p><!-- <a href="/c/"> --><script>x = '<a href="/d/">'</script><script src="/e.js"></script>
        <style>a[href="/f/"] { color: red }</style><div data-href="/g/" data-id="h" title="a href='/i/'"></div>`),
    ).toEqual(['/e.js'])
  })

  it('are found behind a > within a value', () => {
    expect(read('<a title="a > b" href="/a/">x</a> a href="/b/" <img alt=">" src="/c.png">')).toEqual(['/a/', '/c.png'])
  })

  it('have their entities decoded', () => {
    expect(read('<a href="/a&amp;b/?c&amp;d">x</a><a href="/&#x65;/">y</a>')).toEqual(['/a&b/', '/e/'])
  })

  it('are no links to ids of the same page, wherever those stand; links to ids that it has not are', () => {
    expect(read('<a href="#early">x</a><a href="#">y</a><a href="#top">z</a><p id=early><p id="über"><a href="#%C3%BCber">u</a>')).toEqual([
      '#early',
      '#über',
    ])
    expect(read('<a href="#away">x</a><p id="here">')).toEqual(['/#away', '#here'])
  })

  it('are a line each: an address of several lines leads nowhere', () => {
    expect(read('<a href="/a/\n/b/">x</a><a href="#c\n/d/">y</a><a href="/e/?f\n#g">z</a>')).toEqual(['/e/#g'])
  })

  it('end with the page, however broken it is', () => {
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
})
