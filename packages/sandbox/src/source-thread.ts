/** Reads the code of one program and of its imports, and removes the TypeScript types. */
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { ProgramSources } from './sources.ts'

/** Matches the specifiers of imports. If other text matches, it names no file and is skipped. */
const specifiers = /\b(?:from|import)\s*['"]([^'"]+)['"]/g

parentPort?.postMessage(sourcesOf(workerData as string))

/** The program's file and all its imports, except npm packages. */
function sourcesOf(program: string): ProgramSources {
  const found = new Map<string, string>()
  const waiting = [realpathSync(program)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    const source = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    found.set(file, source)
    for (const [, specifier = ''] of source.matchAll(specifiers)) {
      const imported = fileOf(specifier, file)
      if (imported !== undefined) waiting.push(imported)
    }
  }
  return JSON.stringify([...found].map(([file, source]) => [pathToFileURL(file).href, source]))
}

/** Undefined for npm packages and missing files. The program itself reports missing files. */
function fileOf(specifier: string, from: string): string | undefined {
  if (!specifier.startsWith('.') && !specifier.startsWith('@typecase/')) return undefined
  try {
    const file = specifier.startsWith('.')
      ? fileURLToPath(new URL(specifier, pathToFileURL(from)))
      : createRequire(from).resolve(specifier)
    return file.endsWith('.ts') ? realpathSync(file) : undefined
  } catch {
    return undefined
  }
}
