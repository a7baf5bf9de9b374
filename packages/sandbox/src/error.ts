/** The reason for a failed call. */
export class SandboxError extends Error {
  /**
   * `start`: the process did not start. `time`, `memory`, `output`: it exceeded that limit and was killed.
   * `ended`: it crashed, was killed by others, or broke the protocol. `failed`: the program threw an error.
   */
  readonly reason: 'start' | 'time' | 'memory' | 'output' | 'ended' | 'failed'

  constructor(reason: SandboxError['reason'], message: string) {
    super(message)
    this.name = 'SandboxError'
    this.reason = reason
  }
}
