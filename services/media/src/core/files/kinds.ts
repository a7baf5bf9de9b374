import { type RefusalReason, unsupportedFileType } from '../errors.ts'
import type { FileType } from './file.ts'
import { extensionOf } from './naming.ts'
import { beginsAs, type Signature } from './signatures.ts'

/** An accepted file type: names, declared types, leading bytes and served type. */
export interface FileKind {
  readonly extension: string
  readonly type: FileType
  /** The media type that files are served with, regardless of the declared type. */
  readonly served: string
  /** Other media types that browsers and systems declare for such files. */
  readonly declared: readonly string[]
  readonly signature: Signature
}

const image = (extension: string, served: string, signature: Signature, ...declared: string[]): FileKind => ({
  extension,
  type: 'image',
  served,
  declared,
  signature,
})
const document = (
  extension: string,
  served: string,
  signature: Signature,
  ...declared: string[]
): FileKind => ({
  extension,
  type: 'document',
  served,
  declared,
  signature,
})
const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** All accepted types (contract.md#media-types): extension, declared type and leading bytes must match. */
export const fileKinds: readonly FileKind[] = [
  image('jpg', 'image/jpeg', 'jpeg', 'image/jpg', 'image/pjpeg'),
  image('jpeg', 'image/jpeg', 'jpeg', 'image/jpg', 'image/pjpeg'),
  image('png', 'image/png', 'png', 'image/x-png'),
  image('gif', 'image/gif', 'gif'),
  image('webp', 'image/webp', 'webp'),
  image('avif', 'image/avif', 'avif'),
  image('ico', 'image/x-icon', 'ico', 'image/vnd.microsoft.icon', 'image/ico'),
  image('svg', 'image/svg+xml', 'text'),
  document('pdf', 'application/pdf', 'pdf', 'application/x-pdf'),
  document('doc', 'application/msword', 'ole'),
  document('docx', `${openXml}.wordprocessingml.document`, 'openxml-word'),
  document('txt', 'text/plain; charset=utf-8', 'text'),
  document('md', 'text/markdown; charset=utf-8', 'text', 'text/plain', 'text/x-markdown'),
  document('odt', `${openDocument}.text`, 'odf-text'),
  document('rtf', 'application/rtf', 'rtf', 'text/rtf', 'application/msword', 'text/richtext'),
  document('xls', 'application/vnd.ms-excel', 'ole', 'application/excel'),
  document('xlsx', `${openXml}.spreadsheetml.sheet`, 'openxml-sheet'),
  document('ods', `${openDocument}.spreadsheet`, 'odf-sheet'),
  document('ppt', 'application/vnd.ms-powerpoint', 'ole'),
  document('pptx', `${openXml}.presentationml.presentation`, 'openxml-slides'),
  document('odp', `${openDocument}.presentation`, 'odf-slides'),
  document(
    'csv',
    'text/csv; charset=utf-8',
    'text',
    'text/plain',
    'application/csv',
    'application/vnd.ms-excel',
  ),
  document('epub', 'application/epub+zip', 'epub'),
  document('zip', 'application/zip', 'zip', 'application/x-zip-compressed', 'application/x-zip'),
]

const byExtension = new Map(fileKinds.map((kind) => [kind.extension, kind]))

/** Types that clients declare if they do not know the type. These match any kind. */
const noClaim = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

/** The kind that matches name and declared type. @throws UNSUPPORTED_FILE_TYPE */
export function kindOf(name: string, declaredType: string): FileKind {
  const extension = extensionOf(name)
  const kind = byExtension.get(extension)
  if (!kind) throw unsupportedFileType(unknownExtension(extension))
  const claim = essence(declaredType)
  if (noClaim.has(claim) || claim === essence(kind.served) || kind.declared.includes(claim)) return kind
  const declared = claim.slice(0, 100)
  const message = `The name ends in .${extension}, but the upload declares the type ${declared}.`
  throw unsupportedFileType({ reason: 'type', message, extension, declared })
}

/** @throws UNSUPPORTED_FILE_TYPE unless a file of that kind can begin with these bytes */
export function requireSignature({ extension, signature }: FileKind, head: Uint8Array): void {
  if (beginsAs(signature, head)) return
  const found = fileKinds.find((kind) => kind.signature !== 'text' && beginsAs(kind.signature, head))
  const content = found?.extension.toUpperCase() ?? 'unknown'
  const message = `The name ends in .${extension}, but the content is ${found ? content : `not ${extension.toUpperCase()}`}.`
  throw unsupportedFileType({ reason: 'content', message, extension, content })
}

function unknownExtension(written: string): RefusalReason {
  const extension = written.slice(0, 50)
  const message =
    extension === '' ? 'The file name has no extension.' : `Files that end in .${extension} are not accepted.`
  return { reason: 'extension', message, extension }
}

/** The media type without parameters, in lower case. */
const essence = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase()
