/** `npm run icons`: generates apps/admin/src/ui/icons.ts, the Tabler icons that the web interface imports. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Paths = readonly (readonly [tag: string, attributes: { readonly d?: string }])[]

const admin = fileURLToPath(new URL('../apps/admin/', import.meta.url))
export const iconsFile = join(admin, 'src/ui/icons.ts')

export function iconsModule(): string {
  const { version } = fromPackage<{ version: string }>('package.json')
  const drawings = fromPackage<Record<string, Paths>>('tabler-nodes-outline.json')
  const byExport = new Map(Object.keys(drawings).map((name) => [exportName(name), name]))
  const icons = importedIcons().map((name) => {
    const drawing = drawings[byExport.get(name) ?? '']
    if (!drawing) throw new Error(`Tabler Icons ${version} has no outline icon ${name}`)
    return `export const ${name} = createIcon(\n${drawing.map((part) => `  '${pathOf(name, part)}',\n`).join('')})\n`
  })
  return [
    `// Written by npm run icons. Tabler Icons ${version}, MIT licence, Copyright (c) 2020-2026 Paweł Kuna.\n`,
    `import { createIcon } from './create-icon.tsx'\n\n${icons.join('\n')}`,
  ].join('')
}

/** Reads by path, because the package exports only its SVG files. */
function fromPackage<Content>(file: string): Content {
  return JSON.parse(readFileSync(join(admin, 'node_modules/@tabler/icons', file), 'utf8')) as Content
}

function importedIcons(): string[] {
  const imports = globSync('src/**/*.{ts,tsx}', { cwd: admin }).flatMap((file) => [
    ...readFileSync(join(admin, file), 'utf8').matchAll(/import \{([^}]*)\} from '[./a-z]*\/icons\.ts'/g),
  ])
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
  return [...new Set(names.filter((name) => name !== ''))].sort()
}

/** `align-box-left` becomes `IconAlignBoxLeft`, `h-2` becomes `IconH2`. */
const exportName = (name: string) =>
  `Icon${name.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase())}`

function pathOf(icon: string, [tag, { d }]: Paths[number]): string {
  if (tag !== 'path' || d === undefined)
    throw new Error(`${icon} has a <${tag}>; create-icon.tsx draws paths only`)
  return d
}

if (import.meta.main) writeFileSync(iconsFile, iconsModule())
