/**
 * Takes from this process what a template that broke out into JavaScript could harm others with. Files, environment, child processes, threads
 * and native code are withheld by the flags that it is started with, which know no network and no signals. What remains is the language itself,
 * and what the process may say to its parent. It is a wall inside the process: against faults of V8 there is that of the pod.
 */
import dgram from 'node:dgram'
import Module, { registerHooks } from 'node:module'
import net from 'node:net'

export function lockDown(): void {
  const refuse = refusing('A renderer has no network')
  net.Socket.prototype.connect = refuse
  net.Server.prototype.listen = refuse
  dgram.Socket.prototype.bind = refuse
  dgram.Socket.prototype.send = refuse
  dgram.Socket.prototype.connect = refuse
  // A signal to its parent would end all services of one machine. `_kill` is what `kill` calls; the next makes another process listen for a debugger.
  for (const name of ['kill', '_kill', '_debugProcess', '_linkedBinding', 'binding', 'dlopen'])
    fixed(process, name, refusing('A renderer has no say over processes'))
}

/**
 * Nothing more is loaded from here on: name resolution, sockets below those of `lockDown`, priorities of other processes and whatever else Node
 * brings are modules, and none of them can be had.
 */
export function loadNoMore(): void {
  const refuse = refusing('A renderer loads nothing more')
  registerHooks({ resolve: refuse, load: refuse })
  fixed(Module, '_load', refuse)
  fixed(process, 'getBuiltinModule', refuse)
}

const refusing = (why: string) => (): never => {
  throw new Error(why)
}

function fixed(object: object, name: string, value: () => never): void {
  Object.defineProperty(object, name, { value, writable: false, configurable: false })
}
