/** Formats the result of an import. */
import type { ImportResult, NoteGroup, Report } from '@typecase/transfer'
import { visible } from '../context.ts'

type Summarized = Partial<Report> &
  Partial<ImportResult> & { readonly dryRun: boolean; readonly source: string }

/** Examples per kind of note; --json has all. */
const examples = 3

export function summary(value: Summarized): string[] {
  const { dryRun, source, counts = {}, warnings = [], losses = [], notApplied = {}, failed = [] } = value
  return [
    dryRun ? `Would import from ${source}:` : `Imported from ${source}:`,
    ...Object.entries(counts).map(([kind, count]) => `  ${kind}: ${count}`),
    ...(dryRun
      ? []
      : [`  created ${value.created}, replaced ${value.replaced}, unchanged ${value.unchanged}`]),
    ...section('Arrives in another form:', warnings),
    ...section('Does not arrive:', losses),
    ...(Object.keys(notApplied).length > 0 ? ['Not applied:'] : []),
    ...Object.entries(notApplied).map(([name, count]) => `  ${name}: ${count}`),
    ...(failed.length > 0 ? [`Failed: ${failed.length}`] : []),
    ...failed.map(({ subject, code, message }) => `  ${visible(subject)}: ${visible(message)} (${code})`),
  ]
}

function section(title: string, groups: readonly NoteGroup[]): string[] {
  if (groups.length === 0) return []
  return [
    title,
    ...groups.flatMap(({ code, count, notes }) => [
      `  ${code}: ${count}`,
      ...notes
        .slice(0, examples)
        .map(({ subject, message }) => `    ${visible(subject)} ${visible(message)}`),
    ]),
  ]
}
