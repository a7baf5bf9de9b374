export type { BlobEntry, BlobRead, BlobStat, BlobStore, ByteRange, PutOptions } from './port.ts'
