/** First and later starts of the standalone system, and its idle memory. */
import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess, temporaryFolder } from '../process.ts'
import { residentMiB, sharedOutMiB, tree } from './processes.ts'
import { median, printTable, round } from './table.ts'

const laterStarts = 5
const restSeconds = 10

export async function measureStarts(): Promise<void> {
  const folder = temporaryFolder()
  try {
    const first = await startProcess(folder.path)
    await first.end('SIGTERM')
    const later: number[] = []
    let memory: readonly [number, number] = [0, 0]
    for (let n = 0; n < laterStarts; n++) {
      const system = await startProcess(folder.path)
      later.push(system.readyMs)
      if (n === laterStarts - 1) {
        await sleep(restSeconds * 1000)
        const others = tree(system.pid).filter((pid) => pid !== system.pid)
        memory = [residentMiB(system.pid), sharedOutMiB(others)]
      }
      await system.end('SIGTERM')
    }
    printTable(
      'Standalone: start and memory',
      ['what', 'value', 'unit'],
      [
        ['first start on an empty data folder, until ready', round(first.readyMs / 1000, 2), 's'],
        [`later start, until ready (median of ${laterStarts})`, round(median(later) / 1000, 2), 's'],
        [`later start, slowest of ${laterStarts}`, round(Math.max(...later) / 1000, 2), 's'],
        [`memory of the Node process after ${restSeconds} s idle`, round(memory[0]), 'MiB'],
        ['memory of PostgreSQL and helper processes', round(memory[1]), 'MiB'],
      ],
    )
  } finally {
    folder.remove()
  }
}
