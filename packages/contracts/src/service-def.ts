import type { ServiceDefinition } from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import { loadService } from './proto.ts'

export type StreamKind = 'client-stream' | 'server-stream'

type KnownKeys<T> = keyof { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] }

/** Methods of a generated definition by camel-case name, without the index signature. */
export type MethodsOf<D> = {
  [K in KnownKeys<D> & string as Uncapitalize<K>]: D[K] extends MethodDefinition<
    infer Q,
    infer A,
    infer QOut,
    infer AOut
  >
    ? { requestIn: Q; requestOut: QOut; replyIn: A; replyOut: AOut }
    : never
}

/** A service: its full name and its streaming methods. The messages of all methods exist only as types. */
export interface ServiceDef<Methods, Streams> {
  readonly fullName: string
  readonly streams: Streams
  /** Reads the proto files on first use. @throws Error when they disagree with `streams` */
  readonly definition: () => ServiceDefinition
  readonly _methods?: Methods
}

/**
 * Declares a service of the proto files. Callers list its streaming methods, because the generated types do
 * not distinguish them from unary methods.
 */
export const defineService =
  <D>() =>
  <const S extends { readonly [M in keyof MethodsOf<D>]?: StreamKind }>(
    fullName: string,
    streams: S,
  ): ServiceDef<MethodsOf<D>, S> => ({
    fullName,
    streams,
    definition: () => {
      const definition = loadService(fullName)
      for (const [name, method] of Object.entries(definition)) {
        const kind = method.requestStream
          ? 'client-stream'
          : method.responseStream
            ? 'server-stream'
            : undefined
        const declared = (streams as Record<string, StreamKind | undefined>)[uncapitalize(name)]
        if (kind !== declared)
          throw new Error(
            `${fullName}.${name} is ${kind ?? 'unary'} in the proto, declared ${declared ?? 'unary'}`,
          )
      }
      return definition
    },
  })

export const uncapitalize = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
