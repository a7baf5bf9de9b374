/** Compares the published site with stored content and with a clean build. */
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Cluster } from '@typecase/cluster/start'
import {
  liveGeneration,
  parsePointer,
  type SiteObjects,
  sitePlaces,
} from '@typecase/contracts/published-site'
import { type BlobStore, s3BlobStore } from '@typecase/runtime/blobs'
import { readManifest } from '@typecase/runtime/site-manifests'
import type { Api } from '../../api.ts'
import type { StoredItem } from './stored-state.ts'

export interface Site {
  /** Pages that differ from stored content. Must become empty. */
  stale(items: readonly StoredItem[]): Promise<string[]>
  /** Builds the site into another output directory and returns the differences. */
  differencesFromCleanBuild(api: Api): Promise<string[]>
}

/** Concurrent requests to the site. */
const concurrency = 8

export function publishedSite(cluster: Cluster): Site {
  const blobs = siteBlobs(cluster)
  return {
    async stale(items) {
      const files = await filesOf(blobs, '_site')
      const expected = new Map(
        items.filter(({ isPublished }) => isPublished).map((item) => [pathOf(item), item]),
      )
      const differences = [...expected.keys()]
        .filter((path) => !files.has(path))
        .map((path) => `${path} is not published`)
      for (const path of files.keys())
        if (
          /^(post\/|page-)[^/]+\/index\.html$/.test(path) &&
          path !== 'post/index.html' &&
          !path.startsWith('post/page/') &&
          !expected.has(path)
        )
          differences.push(`${path} is still published`)
      if (differences.length > 0) return differences
      const remaining = [...expected]
      const read = async () => {
        for (let next = remaining.pop(); next; next = remaining.pop()) {
          const [path, { content }] = next
          const word = /word-\d+/.exec(content)?.[0] ?? ''
          const page = await (await fetch(`${cluster.siteUrl}/${path.replace(/index\.html$/, '')}`)).text()
          if (!new RegExp(`\\b${word}\\b`).test(page)) differences.push(`${path} lacks ${word}`)
        }
      }
      await Promise.all(Array.from({ length: concurrency }, read))
      return differences
    },
    async differencesFromCleanBuild(api) {
      const outputDir = `clean-${randomUUID()}`
      await api.generate({ outputDir })
      const [live, clean] = [await filesOf(blobs, '_site'), await filesOf(blobs, outputDir)]
      const paths = [...new Set([...live.keys(), ...clean.keys()])]
      return paths
        .filter((path) => live.get(path)?.digest !== clean.get(path)?.digest)
        .map((path) => `${path} differs from a clean build`)
    },
  }
}

const pathOf = ({ kind, slug }: StoredItem): string =>
  kind === 'post' ? `post/${slug}/index.html` : `${slug}/index.html`

async function filesOf(blobs: BlobStore, outputDir: string): Promise<SiteObjects> {
  const places = sitePlaces(outputDir)
  const read = async (key: string) => {
    const found = await blobs.get(key)
    return found && text(found.stream)
  }
  let newest = ''
  for await (const { key } of blobs.list(places.pointers)) newest = key
  const pointer = newest && (await read(newest))
  if (!pointer) return new Map()
  return (await readManifest(blobs, outputDir, liveGeneration(parsePointer(pointer)))).files
}

function siteBlobs(cluster: Cluster): BlobStore {
  const {
    S3_ENDPOINT: endpoint = '',
    S3_BUCKET: bucket = '',
    S3_ACCESS_KEY: accessKey = '',
    S3_SECRET_KEY: secretKey = '',
    S3_REGION,
  } = cluster.environment('publisher')
  return s3BlobStore({ endpoint, bucket, accessKey, secretKey, ...(S3_REGION ? { region: S3_REGION } : {}) })
}
