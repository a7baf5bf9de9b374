/** Duration and memory of rendering one large photograph. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import sharp from 'sharp'
import { type Api, loggedIn } from '../api.ts'
import { administrator, temporaryFolder } from '../process.ts'
import { residentMiB, tree } from './processes.ts'
import { printTable, round } from './table.ts'

const sampleEveryMs = 50
const limitMs = 600_000
const sizes = [
  { width: 6_000, height: 4_000 },
  { width: 3_000, height: 2_000 },
] as const

export async function measureRenditions(): Promise<void> {
  const folder = temporaryFolder()
  try {
    const env = {
      ADMIN_PASSWORD: administrator.password,
      RATE_LIMIT_PER_MINUTE: '100000000',
      LOG_LEVEL: 'warn',
    }
    const cluster = await startCluster({
      dataDir: folder.path,
      env: { ...env, BLOB_DIR: join(folder.path, 'blobs') },
    })
    try {
      const api = await loggedIn(cluster.baseUrl, administrator)
      const rows: (string | number)[][] = []
      for (const size of sizes) rows.push(await rowOf(cluster, api, size))
      printTable(
        `renditions of one JPEG (separate processes, files in a folder; memory sampled every ${sampleEveryMs} ms)`,
        [
          'megapixels',
          'MB',
          'upload s',
          'until available s',
          'renditions',
          'media at rest MiB',
          'media peak MiB',
          'renderer peak MiB',
        ],
        rows,
      )
    } finally {
      await cluster.stop()
    }
  } finally {
    folder.remove()
  }
}

async function rowOf(
  cluster: Cluster,
  api: Api,
  { width, height }: (typeof sizes)[number],
): Promise<(string | number)[]> {
  const bytes = await photograph(width, height)
  const { body } = await api.ok('POST', '/api/auth/login', { json: administrator })
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const media = cluster.pid('media')
  const atRest = residentMiB(media)
  const peak = { media: atRest, child: 0 }
  const sampling = setInterval(() => {
    const [, ...children] = tree(media)
    peak.media = Math.max(peak.media, residentMiB(media))
    peak.child = Math.max(peak.child, ...children.map(residentMiB))
  }, sampleEveryMs)
  const began = performance.now()
  const headers = { authorization: `Bearer ${String(body.data?.token)}` }
  const uploaded = await api.ok('POST', '/api/media/upload', { form, headers })
  const uploadedMs = performance.now() - began
  const renditions = await untilRendered(api, String(uploaded.body.data?.id))
  const renderedMs = performance.now() - began - uploadedMs
  clearInterval(sampling)
  return [
    ...[
      round((width * height) / 1e6),
      round(bytes.length / 1e6, 1),
      round(uploadedMs / 1000, 2),
      round(renderedMs / 1000, 1),
      renditions,
    ],
    ...[round(atRest), round(peak.media), round(peak.child)],
  ]
}

async function untilRendered(api: Api, id: string): Promise<number> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const { renditions } = (await api.ok('GET', `/api/media/${id}`)).body.data as { renditions: unknown[] }
    if (renditions.length > 0) return renditions.length
    await sleep(100)
  }
  throw new Error(`no renditions within ${limitMs} ms`)
}

/** Image of soft shapes with sensor noise, which compresses about as well as a photograph. */
async function photograph(width: number, height: number): Promise<Buffer> {
  const noise = (size: { width: number; height: number }, sigma: number) =>
    sharp({
      create: { ...size, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma } },
    })
      .png()
      .toBuffer()
  const shapes = await sharp(await noise({ width: 24, height: 16 }, 80))
    .resize(width, height, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const grain = await noise({ width, height }, 24)
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer()
}
