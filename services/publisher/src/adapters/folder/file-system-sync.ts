import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

export interface FileSystemSync {
  /** Makes all files durable. False where there is no `sync` program. Concurrent callers share one run. */
  synced(): Promise<boolean>
  close(): void
}

type Shell = ChildProcessByStdio<Writable, Readable, null>

const loop = 'while read -r _; do if sync --file-system "$1"; then echo 1; else echo 0; fi; done'

/** One shell for all runs: starting a process from a large one blocks it for about 10 ms. */
export function fileSystemSync(folder: string): FileSystemSync {
  let shell: Shell | undefined
  let running: Promise<boolean> = Promise.resolve(true)
  let next: Promise<boolean> | undefined

  function started(): Shell {
    const child = spawn('/bin/sh', ['-c', loop, 'sh', folder], { stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdin.on('error', () => undefined)
    for (const handle of [child, child.stdin, child.stdout] as { unref?(): void }[]) handle.unref?.()
    child.once('exit', () => {
      if (shell === child) shell = undefined
    })
    return child
  }

  function run(): Promise<boolean> {
    shell ??= started()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const child = shell
    const answered = (chunk: Buffer) => resolve(chunk.includes('1'))
    const ended = () => resolve(false)
    child.stdout.once('data', answered)
    child.once('error', ended).once('exit', ended)
    child.stdin.write('\n')
    return promise.finally(() => {
      child.stdout.off('data', answered)
      child.off('error', ended).off('exit', ended)
    })
  }

  return {
    synced() {
      next ??= running.then(() => {
        next = undefined
        running = run()
        return running
      })
      return next
    },
    close: () => shell?.kill(),
  }
}
