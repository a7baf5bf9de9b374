/** Loads the proto files: the one place where run time and generated types get their options. */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync, type MessageTypeDefinition, type PackageDefinition } from '@grpc/proto-loader'
import { loaderOptions } from './loader-options.ts'

const protoRoot = fileURLToPath(new URL('../../../proto/', import.meta.url))

let loaded: PackageDefinition | undefined

/** Every definition of every proto file, by full name. Read once a process. */
function definitions(): PackageDefinition {
  loaded ??= loadSync(globSync('**/*.proto', { cwd: protoRoot }).sort(), {
    ...loaderOptions,
    includeDirs: [protoRoot],
  })
  return loaded
}

/** @throws Error when no proto file defines a service of that full name. */
export function loadService(fullName: string): ServiceDefinition {
  const found = definitions()[fullName]
  if (!found || 'format' in found) throw new Error(`no service ${fullName} in the proto files`)
  return found as ServiceDefinition
}

/** A message's serializer and its inverse. @throws Error when no proto file defines it. */
export function loadMessage(fullName: string): MessageTypeDefinition<object, object> {
  const found = definitions()[fullName]
  if (!found || !('format' in found) || !('serialize' in found))
    throw new Error(`no message ${fullName} in the proto files`)
  return found as MessageTypeDefinition<object, object>
}
