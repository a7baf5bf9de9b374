/** Puts a blob of 1 MiB into the folder given as argument, and prints the error. Run under `ulimit -f`. */
import { folderBlobStore } from '../../src/blobs/index.ts'

const store = folderBlobStore(process.argv[2] ?? '')
const failure = await store.put('a', Buffer.alloc(1 << 20), { contentType: 'image/png' }).then(
  () => ({ kind: 'stored' }),
  ({ kind, code, message, cause }) => ({ kind, code, message, cause: cause.code }),
)
console.log(JSON.stringify(failure))
