/** Reads the JSON of a Ghost export row by row. */
import { JSONParser } from '@streamparser/json'
import type { ByteStream } from '../../bytes.ts'
import { messageOf, TransferError } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import { isRecord } from '../config-file.ts'
import type { Fields } from './cards.ts'

export interface Row {
  readonly table: string
  readonly fields: Fields
}

/** @throws TransferError for invalid JSON and for a row beyond the limit */
export async function* readGhost(stream: ByteStream, limits: Limits): AsyncGenerator<Row> {
  const rows: Row[] = []
  const parser = new JSONParser({ paths: ['$.db.*.data.*.*', '$.data.*.*'], keepStack: false })
  let unseen = 0
  parser.onValue = ({ value, stack }) => {
    unseen = 0
    if (isRecord(value)) rows.push({ table: String(stack.at(-1)?.key ?? ''), fields: value })
  }
  parser.onError = (error) => {
    throw error
  }
  try {
    for await (const chunk of stream) {
      unseen += chunk.length
      if (unseen > limits.xmlText)
        throw new TransferError('TOO_LARGE', `a row has more than ${limits.xmlText} bytes`)
      parser.write(chunk)
      yield* rows.splice(0)
    }
  } catch (error) {
    if (error instanceof TransferError) throw error
    throw new TransferError('DAMAGED', `the export is not valid JSON: ${messageOf(error)}`)
  }
  yield* rows.splice(0)
}
