import { messageOf, TransferError } from './errors.ts'

/** Parses JSON. `name` names the source in the error. @throws TransferError DAMAGED */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TransferError('DAMAGED', `${name} is not valid JSON: ${messageOf(error)}`)
  }
}
