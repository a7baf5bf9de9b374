/** Exports that need the file system of Node. */
export { convertPath, type PathConversion } from './node/convert-path.ts'
export { openTree } from './node/open-tree.ts'
export { openSink } from './node/sinks.ts'
