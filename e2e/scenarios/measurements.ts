/** Reads the metrics that processes export, and those that alerts and dashboard use. */
import { readFile } from 'node:fs/promises'

/** Names of the exported metrics, each with its label names. A metric without samples has no label names. */
export async function measurements(healthPorts: readonly number[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const port of healthPorts) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [, name = '', labels = ''] of text.matchAll(/^(?:# TYPE )?([a-z0-9_]+)(?:\{(.*)\})? /gm)) {
      const known = found.get(name) ?? new Set()
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
      found.set(name, known)
    }
  }
  return found
}

/** All PromQL expressions in deploy/observability. */
export async function expressions(): Promise<string[]> {
  const text = (file: string) =>
    readFile(new URL(`../../deploy/observability/${file}`, import.meta.url), 'utf8')
  const alerts = [...(await text('alerts.yaml')).matchAll(/^ +expr: (.*)$/gm)].map(
    ([, expression = '']) => expression,
  )
  const dashboard = [...(await text('dashboard.json')).matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, json = '']) => JSON.parse(json) as string,
  )
  return [...alerts, ...dashboard]
}

const targetLabels = ['instance', 'job', 'namespace', 'release']

/** Metrics of a PromQL expression, with the labels that it matches or groups by, except target labels. */
export function selectors(
  expression: string,
): { readonly metric: string; readonly labels: readonly string[] }[] {
  const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(', '),
  )
  return [...expression.matchAll(/\b((?:typecase|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].map(
    ([, metric = '', matchers = '']) => ({
      metric,
      labels: [...grouped, ...[...matchers.matchAll(/(\w+)[=!]/g)].map(([, label = '']) => label)].filter(
        (label) => !targetLabels.includes(label),
      ),
    }),
  )
}
