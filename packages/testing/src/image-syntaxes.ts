/**
 * Ways to write an image in a body, and how often the site shows the image. Tests check with these bodies
 * that the body renderer and the search for image references agree.
 */

export interface ImageSyntax {
  readonly body: string
  /** Number of times that the site shows {@link imageUrl}. */
  readonly shown: number
}

export const imageUrl = '/images/a-1.png'

const image = `<img src="${imageUrl}">`
const markdown = `![x](${imageUrl})`

const shownOnce: readonly string[] = [
  markdown,
  `![x](<${imageUrl}> "title")`,
  `![x](\n${imageUrl} 'title'\n)`,
  `![x]( \u00a0${imageUrl} )`,
  `![a [b] \\] c](${imageUrl})`,
  `![a\nb](${imageUrl})`,
  `![x](&sol;images/a-1.png)`,
  `\\\\!${markdown}`,
  `[${markdown}](https://example.org/a)`,
  `a <a href=https://example.org/a/b>${markdown}</a> b`,
  `**${markdown}** ~~x~~`,
  `a\n    ${markdown}`,
  `> ${markdown}`,
  `- [ ] ${markdown}`,
  `1. a\n\n   ${markdown}`,
  `# ${markdown}`,
  `${markdown}\n===`,
  `| a |\n| - |\n| ${markdown} |`,
  `|a|\n|-|\n|![a\\|b](${imageUrl})|`,
  `\ufeff${markdown}`,
  `a\r\r${markdown}`,
  `<div>\n\n${markdown}\n\n</div>`,
  `<table>\n\n${markdown}\n\n</table>`,
  `<noscript>\n\n${markdown}\n\n</noscript>`,
  `<span>${markdown}</span>`,
  `<script>a</script>\n\n${markdown}`,
  // References.
  `![x][p]\n\n[p]: ${imageUrl} "title"`,
  `![P  q][]\n\n[p Q]: <${imageUrl}>`,
  `![p]\n\n> [p]: ${imageUrl}`,
  `![x][toString]\n\n[toString]: ${imageUrl}`,
  `![x][p]\n\n[p]: ${imageUrl}\n[p]: /images/b.png`,
  `![x][^1]\n\n[^1]: ${imageUrl}`,
  `![^x]\n\n[^x]: ${imageUrl}`,
  // Inline HTML.
  `a ${image} b`,
  `a <img src=${imageUrl}> b`,
  `a <img src=${imageUrl} /> b`,
  `a <img alt=x/y src="${imageUrl}"> b`,
  `a <IMG alt = x/y\nsrc=${imageUrl}> b`,
  `> a <img src=${imageUrl}\n> alt=x> b`,
  `a <a href=/a/b><img src='${imageUrl}'></a> b`,
  `a <img alt="a > b" src="${imageUrl}"> b`,
  `a <img src="&#47;images/a-1.png"> b`,
  `a <noscript>${image}</noscript> b`,
  `a <select>${image}</select> b`,
  `a <template>${image}</template> b`,
  `a </p>${image}`,
  // HTML blocks.
  `<img src=${imageUrl}>`,
  `<p><img src=${imageUrl} alt=a></p>`,
  `<div><img/src="${imageUrl}"></div>`,
  `<figure>\n${image}\n<figcaption>Caption</figcaption>\n</figure>`,
  `<a href=/a/b>\n\`\`\`\n${image}\n\`\`\`\n</a>`,
  `<noscript>\n${image}\n</noscript>`,
  `<select>\n${image}\n</select>`,
  `<template>\n<figure>${image}</figure>\n</template>`,
  `<template>\n<table><tr><td>${image}</table>\n</template>`,
  `<object>\n${image}\n</object>`,
  `<video>\n${image}\n</video>`,
  `<picture><source srcset="/images/b.webp">${image}</picture>`,
  `<svg>\n${image}\n</svg>`,
  `<math><mi>${image}</mi></math>`,
  `<table><tr>${image}</tr></table>`,
  `<table><tr><td>${image}</table>`,
  `<col>\n${image}`,
  `<custom-x>\n${image}\n</custom-x>`,
  `<div hidden>${image}</div>`,
  `<div\n\nwords <b>and</b> ${image}`,
  // After tags that would hide the image if the site did not show them as text.
  `<div><!--\n\n${markdown}\n\n--></div>`,
  `a <script>${markdown}</script> b`,
  `a <textarea>${markdown}</textarea> b`,
  `a <textarea> b\n\n${markdown}`,
  `<title>\n\n${markdown}\n\n</title>`,
  `<iframe>\n\n${markdown}\n\n</iframe>`,
  `<noembed>\n\n${markdown}\n\n</noembed>`,
  `> <!-- a\n\n${markdown}`,
  `Use <title>, <style> and <xmp>.\n\n${image}`,
  `<select><option>\n\n${markdown}`,
  `<div title="a>\n\n${image}`,
  `<plaintext>\n\n${image}`,
]

const neverShown: readonly string[] = [
  imageUrl,
  `[x](${imageUrl})`,
  `<a href=${imageUrl}>x</a>`,
  `\`${markdown}\``,
  `    ${markdown}`,
  `\`\`\`\n${markdown}\n${image}\n\`\`\``,
  `!\\[x](${imageUrl})`,
  `![x] (${imageUrl})`,
  `![x](${imageUrl}`,
  `[p]: ${imageUrl}`,
  `![x][p]\n\n[p]: /images/b.png\n[p]: ${imageUrl}`,
  // Footnotes are not supported: these are unused link definitions, or definitions of another URL.
  `[^1]: ${imageUrl}`,
  `words[^1]\n\n[^1]: ${markdown}`,
  // A table cell without a column.
  `| a |\n| - |\n| b | ${markdown} |`,
  `<div>\n${markdown}\n</div>`,
  `<a href=/a/b>\n${markdown}\n</a>`,
  `<!-- ${markdown} ${image} -->`,
  `<!--\n\n${markdown}\n\n-->`,
  `<script>"${image}"</script>`,
  `<style>\n${image}\n</style>`,
  `<textarea>${image}</textarea>`,
  `<xmp>\n${image}\n</xmp>`,
  `<iframe src="https://example.org/">${image}</iframe>`,
  `<p title="<img src='${imageUrl}'>">x</p>`,
  `<title>${image}</title>`,
  `<!-- a\n\n${markdown}`,
  `<div title="a>${image}`,
  `<img data-src="${imageUrl}" src="/images/b.png">`,
  `<img srcset="${imageUrl} 2x" src="/images/b.png">`,
  `<img src="/images/b.png" src="${imageUrl}">`,
  `a <img alt=a"b src="${imageUrl}"> b`,
  `a < img src="${imageUrl}"> b`,
]

export const imageSyntaxes: readonly ImageSyntax[] = [
  ...shownOnce.map((body) => ({ body, shown: 1 })),
  ...neverShown.map((body) => ({ body, shown: 0 })),
  { body: `${markdown} ${image}\n\n${image}`, shown: 3 },
]
