export { folderBlobStore } from './folder.ts'
export type { BlobEntry, BlobRead, BlobStat, BlobStore, ByteRange, PutOptions } from './port.ts'
export { type S3Options, s3BlobStore } from './s3.ts'
export { type BlobPlace, blobPlace, blobStoreIn, s3Settings } from './settings.ts'
