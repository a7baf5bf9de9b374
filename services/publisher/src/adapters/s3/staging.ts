import type { SiteObject, SiteObjects } from '@typecase/contracts/published-site'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { Manifest } from '../../core/pages/manifest.ts'
import type { Contribution, Staging, WrittenFile } from '../../core/ports.ts'
import type { ObjectUploads } from './uploads.ts'

export interface S3StagingOptions {
  readonly files: Manifest
  /** Paths to write even if the active release has the same file. */
  readonly renew: ReadonlySet<string>
  /** Objects of the active release. */
  readonly current: SiteObjects
  readonly uploads: ObjectUploads
  readonly activate: (files: SiteObjects) => Promise<void>
}

export class S3Staging implements Staging {
  readonly missing: ReadonlySet<string>
  readonly #options: S3StagingOptions
  /** Objects of the new release. */
  readonly #objects = new Map<string, SiteObject>()

  constructor(options: S3StagingOptions) {
    this.#options = options
    const missing = new Set(options.renew)
    options.files.forEach((source, path) => {
      const object = options.current.get(path)
      if (missing.has(path)) return
      if (object?.source === source) this.#objects.set(path, object)
      else missing.add(path)
    })
    this.missing = missing
  }

  async write(files: Parameters<Staging['write']>[0]): Promise<void> {
    for (const { path } of files) safePath(path)
    for (const { path, content } of files) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content
      this.#add(path, await this.#options.uploads.put(bytes))
    }
  }

  async accept(files: readonly WrittenFile[]): Promise<readonly string[]> {
    for (const { path, digest, size } of files) this.#add(safePath(path), { digest, size })
    return []
  }

  async copy(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    safePath(path)
    this.#add(path, await this.#options.uploads.copy(chunks))
  }

  async activate(omitted: ReadonlySet<string> = new Set()): Promise<void> {
    const { files, uploads, activate } = this.#options
    await uploads.completed()
    const release = new Map<string, SiteObject>()
    for (const path of files.paths) {
      const object = this.#objects.get(path)
      if (object && !omitted.has(path)) release.set(path, object)
      else if (!omitted.has(path)) throw new Error(`the file ${path} of the site was not written`)
    }
    await activate(release)
  }

  /** Leaves the stored objects to the garbage collector. */
  async discard(): Promise<void> {
    await this.#options.uploads.completed().catch(() => undefined)
  }

  #add(path: string, stored: Omit<SiteObject, 'source'>): void {
    this.#objects.set(path, { ...stored, source: this.#options.files.get(path) ?? '' })
  }
}

/** Objects are durable once they are stored. If no release names them, they are garbage. */
export const s3Contribution = (uploads: ObjectUploads): Contribution => ({
  async write(files) {
    for (const { path } of files) safePath(path)
    const written: WrittenFile[] = []
    for (const { path, content } of files) written.push({ path, ...(await uploads.put(content)) })
    return written
  },
  durable: () => uploads.completed(),
})
