import { publicFile } from '../public-file.ts'
import { route } from '../table.ts'

const group = 'Files'
const bytes = 'The bytes, with long caching; a Range is answered with 206'

export const publicFileRoutes = (['images', 'documents'] as const).map((folder) =>
  route({
    method: 'GET',
    path: `/${folder}/{filename}`,
    access: 'open',
    group,
    summary: folder === 'images' ? 'An image' : 'A document',
    streams: true,
    answers: { 200: bytes, 206: 'A part of it', 304: 'Unchanged' },
    errors: ['NOT_FOUND', 'RANGE_NOT_SATISFIABLE'],
    handler: ({ services, request, params }) =>
      publicFile(services.media, request, folder, (params as { filename: string }).filename),
  }),
)
