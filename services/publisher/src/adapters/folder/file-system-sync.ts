import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

type Shell = ChildProcessByStdio<Writable, Readable, null>

const loop = 'while read -r _; do if sync --file-system "$1"; then echo 1; else echo 0; fi; done'

/**
 * Runs `sync` in one shell that stays running, because starting a process blocks a service with much memory
 * for about 10 ms.
 */
export class FileSystemSync {
  readonly #folder: string
  #shell: Shell | undefined
  #running: Promise<boolean> = Promise.resolve(true)
  #next: Promise<boolean> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Makes all files of the file system durable; false if `sync` is missing or fails. Concurrent callers share
   * one run.
   */
  sync(): Promise<boolean> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      this.#running = this.#run()
      return this.#running
    })
    return this.#next
  }

  close(): void {
    this.#shell?.kill()
  }

  #run(): Promise<boolean> {
    this.#shell ??= this.#start()
    const shell = this.#shell
    return new Promise((resolve) => {
      const answered = (chunk: Buffer) => ended(chunk.includes('1'))
      const failed = () => ended(false)
      function ended(isSynced: boolean): void {
        shell.stdout.off('data', answered)
        shell.off('error', failed).off('exit', failed)
        resolve(isSynced)
      }
      shell.stdout.once('data', answered)
      shell.once('error', failed).once('exit', failed)
      shell.stdin.write('\n')
    })
  }

  #start(): Shell {
    const shell = spawn('/bin/sh', ['-c', loop, 'sh', this.#folder], { stdio: ['pipe', 'pipe', 'ignore'] })
    shell.stdin.on('error', () => undefined)
    for (const handle of [shell, shell.stdin, shell.stdout] as { unref?(): void }[]) handle.unref?.()
    shell.once('exit', () => {
      if (this.#shell === shell) this.#shell = undefined
    })
    return shell
  }
}
