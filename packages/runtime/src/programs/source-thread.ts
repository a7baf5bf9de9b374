/** Reads all code of a program, without its types. */
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'

/** JSON: pairs of the URL of a file and its code. */
export type ProgramSources = string

/** What a file says of others; what only looks like it leads nowhere. */
const named = /\b(?:from|import)\s*['"]([^'"]+)['"]/g

parentPort?.on('message', (file: string) => {
  parentPort?.postMessage({ file, sources: sourcesOf(file) })
})

/** The program's file and those that it imports, one through the other, but for packages of others. */
function sourcesOf(program: string): ProgramSources {
  const found = new Map<string, string>()
  const waiting = [realpathSync(program)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    const source = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    found.set(file, source)
    for (const [, name = ''] of source.matchAll(named)) {
      const imported = fileOf(name, file)
      if (imported !== undefined) waiting.push(imported)
    }
  }
  return JSON.stringify([...found].map(([file, source]) => [pathToFileURL(file).href, source]))
}

/** Undefined for what is not ours; what is missing is for the program to tell. */
function fileOf(name: string, from: string): string | undefined {
  if (!name.startsWith('.') && !name.startsWith('@typecase/')) return undefined
  try {
    const file = name.startsWith('.')
      ? fileURLToPath(new URL(name, pathToFileURL(from)))
      : createRequire(from).resolve(name)
    return file.endsWith('.ts') ? realpathSync(file) : undefined
  } catch {
    return undefined
  }
}
