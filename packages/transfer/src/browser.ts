/** Exports that need files and streams of a browser. */
export { type ChosenFile, openFiles } from './browser/open-files.ts'
export { zipSink } from './browser/zip-sink.ts'
