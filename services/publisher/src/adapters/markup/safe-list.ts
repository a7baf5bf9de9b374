/** What raw HTML in Markdown may be (D12.11). Everything else is dropped. */
import type { IOptions } from 'sanitize-html'

export const safeList: IOptions = {
  allowedTags: [
    'a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'details', 'dfn', 'div', 'dl', 'dt', 'em',
    'figcaption', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'iframe', 'img', 'input', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q',
    's', 'samp', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'u', 'ul', 'var',
  ],
  allowedAttributes: {
    '*': ['title', 'lang', 'dir'],
    a: ['href', 'rel', 'target'],
    abbr: ['title'],
    blockquote: ['cite'],
    code: ['class'],
    col: ['span'],
    colgroup: ['span'],
    del: ['datetime'],
    details: ['open'],
    h1: ['id'], h2: ['id'], h3: ['id'], h4: ['id'], h5: ['id'], h6: ['id'],
    iframe: ['src', 'width', 'height', 'title', 'allow', 'allowfullscreen', 'loading', 'referrerpolicy'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    input: [{ name: 'type', values: ['checkbox'] }, 'checked', 'disabled'],
    ins: ['datetime'],
    li: ['value'],
    ol: ['start', 'type', 'reversed'],
    q: ['cite'],
    td: ['align', 'colspan', 'rowspan'],
    th: ['align', 'colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'], iframe: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  allowIframeRelativeUrls: false,
  allowedIframeHostnames: ['www.youtube-nocookie.com', 'www.youtube.com', 'youtube.com', 'player.vimeo.com'],
  // An iframe whose address was refused would be an empty box; a text field is no task list.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'iframe' && !attribs.src) || (tag === 'input' && attribs.type !== 'checkbox'),
  transformTags: {
    input: (tagName, attribs) => ({ tagName, attribs: { ...attribs, disabled: '' } }),
    // A page that opens in a new tab gets no hold on the one it came from.
    a: (tagName, attribs) => ({ tagName, attribs: attribs.target ? { ...attribs, target: '_blank', rel: 'noopener noreferrer' } : attribs }),
  },
  enforceHtmlBoundary: false,
}
