import type { BulkReplyInput } from '@typecase/contracts/messages'
import type { BulkItem } from '../../core/bulk.ts'

export const toBulkReply = (items: readonly BulkItem[]): BulkReplyInput => ({ items: [...items] })
