/** Handles the calls of one method; `forward` calls the method of the wrapped adapter. */
type Interceptor<Method> = Method extends (...args: infer Args) => infer Result
  ? (forward: (...args: Args) => Result, ...args: Args) => Result
  : never

export type Intercepted<Port> = Port & {
  /** Routes calls of a method to `interceptor`. Returns a function that ends the interception. */
  intercept<Name extends keyof Port>(name: Name, interceptor: Interceptor<Port[Name]>): () => void
}

type Method = (...args: readonly unknown[]) => unknown

/** Wraps an adapter and forwards every call that a test does not intercept. */
export function intercepted<Port extends object>(port: Port): Intercepted<Port> {
  const interceptors = new Map<PropertyKey, (forward: Method, ...args: readonly unknown[]) => unknown>()
  const methods = Object.entries(port).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value]
    const forward: Method = value.bind(port)
    const call: Method = (...args) => {
      const interceptor = interceptors.get(name)
      return interceptor ? interceptor(forward, ...args) : forward(...args)
    }
    return [name, call]
  })
  return {
    ...(Object.fromEntries(methods) as Port),
    intercept(name, interceptor) {
      interceptors.set(name, interceptor as never)
      return () => interceptors.delete(name)
    },
  }
}
