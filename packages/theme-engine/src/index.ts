export { type HtmlBuffers, htmlBuffers } from './html-buffers.ts'
export {
  type BatchMessage,
  type PageMessage,
  type SentResult,
  type SiteMessage,
  type TemplateError,
  tooSlow,
} from './protocol.ts'
export { type RendererProcess, type RendererProgram, startRenderer } from './renderer-process.ts'
export { type HelperSite, helperNames, type TextTools } from './vocabulary.ts'
