/** Why a source or target was refused. When a TransferError is thrown, nothing has changed on the server. */
export type TransferErrorCode =
  | 'NOT_FOUND'
  | 'UNKNOWN_FORMAT'
  | 'UNSAFE_PATH'
  | 'LINK'
  | 'TOO_LARGE'
  | 'ZIP_BOMB'
  | 'ENCRYPTED'
  | 'DUPLICATE_NAME'
  | 'DAMAGED'
  | 'NOT_EMPTY'

export class TransferError extends Error {
  override readonly name = 'TransferError'
  readonly code: TransferErrorCode

  constructor(code: TransferErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
