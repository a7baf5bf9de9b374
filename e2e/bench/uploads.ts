/** Memory of gateway and media during four large uploads, to a folder and to S3. */
import { join } from 'node:path'
import { type Cluster, startCluster } from '@typecase/cluster/start'
import { type Api, loggedIn } from '../api.ts'
import { administrator, temporaryFolder } from '../process.ts'
import { digestOf, uploadLarge } from '../scenarios/large-upload.ts'
import { residentMiB } from './processes.ts'
import { printTable, round } from './table.ts'

const gibibyte = 1024 ** 3
const uploads = 4
const sampleEveryMs = 100
const processes = ['gateway', 'media'] as const

export async function measureUploads(): Promise<void> {
  const digest = digestOf(gibibyte)
  const rows = [...(await rowsOf('folder', digest)), ...(await rowsOf('S3', digest))]
  printTable(
    `${uploads} simultaneous uploads of 1 GiB (separate processes; memory sampled every ${sampleEveryMs} ms)`,
    [
      'stored in',
      'stored correctly',
      'MB/s',
      'gateway at rest MiB',
      'gateway peak MiB',
      'media at rest MiB',
      'media peak MiB',
    ],
    rows,
  )
}

async function rowsOf(store: 'folder' | 'S3', digest: string): Promise<(string | number)[][]> {
  const folder = temporaryFolder()
  try {
    const cluster = await startCluster({
      dataDir: folder.path,
      env: {
        ADMIN_PASSWORD: administrator.password,
        RATE_LIMIT_PER_MINUTE: '100000000',
        MAX_UPLOAD_BYTES: String(gibibyte),
        LOG_LEVEL: 'warn',
        ...(store === 'folder' ? { BLOB_DIR: join(folder.path, 'blobs') } : {}),
      },
    })
    try {
      return [[store, ...(await measure(cluster, await loggedIn(cluster.baseUrl, administrator), digest))]]
    } finally {
      await cluster.stop()
    }
  } finally {
    folder.remove()
  }
}

async function measure(cluster: Cluster, api: Api, digest: string): Promise<(string | number)[]> {
  const { body } = await api.ok('POST', '/api/auth/login', { json: administrator })
  const token = String(body.data?.token)
  const atRest = memory(cluster)
  const peak = [...atRest]
  const sampling = setInterval(() => {
    for (const [at, mib] of memory(cluster).entries()) peak[at] = Math.max(peak[at] ?? 0, mib)
  }, sampleEveryMs)
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: uploads }, (_, n) =>
      uploadLarge(cluster.baseUrl, token, { filename: `large-${n}.zip`, bytes: gibibyte }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  clearInterval(sampling)
  const tags = await Promise.all(
    answers.map(async ({ body }) => (await api.request('HEAD', String(body.data?.url))).headers.get('etag')),
  )
  const correct = tags.filter((tag) => tag === `"${digest}"`).length
  const perSecond = (uploads * gibibyte) / 1e6 / seconds
  return [
    `${correct} of ${uploads}`,
    round(perSecond),
    ...processes.flatMap((_, at) => [round(atRest[at] ?? 0), round(peak[at] ?? 0)]),
  ]
}

const memory = (cluster: Cluster): number[] => processes.map((name) => residentMiB(cluster.pid(name)))
