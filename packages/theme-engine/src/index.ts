/** The language of themes: what a template may say, and the processes in which it is said. */

export { type HtmlBuffers, htmlBuffers } from './html-buffers.ts'
export {
  type BatchMessage,
  type PageMessage,
  type SentResult,
  type SiteMessage,
  type TemplateFault,
  tooSlow,
} from './protocol.ts'
export { type RendererProcess, type RendererProgram, startRenderer } from './renderer-process.ts'
export { type HelperSite, helperNames, type TextTools } from './vocabulary.ts'
