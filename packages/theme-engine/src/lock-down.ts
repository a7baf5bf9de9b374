/** Takes the network from this process; files, environment and child processes are withheld by the flags it is started with. */
import dgram from 'node:dgram'
import net from 'node:net'

export function lockDown(): void {
  const refuse = (): never => {
    throw new Error('A renderer has no network')
  }
  net.Socket.prototype.connect = refuse
  net.Server.prototype.listen = refuse
  dgram.Socket.prototype.bind = refuse
  dgram.Socket.prototype.send = refuse
  dgram.Socket.prototype.connect = refuse
}
