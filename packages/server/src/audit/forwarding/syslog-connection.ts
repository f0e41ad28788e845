import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isIPv6, type Socket, connect as tcpConnect } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import type { SyslogServer } from './syslog-settings.ts'

const timeoutMs = 10_000

/** Sends messages to a syslog server. */
export interface SyslogConnection {
  /** Resolves when the operating system has taken them. Rejects when the server cannot be reached. */
  send(messages: readonly string[]): Promise<void>
  close(): void
}

export interface SyslogConnectionOptions extends SyslogServer {
  /** File of CA certificates instead of the system's; only for TLS. */
  readonly caFile?: string | undefined
}

export function createSyslogConnection(options: SyslogConnectionOptions): SyslogConnection {
  return options.transport === 'udp' ? datagrams(options) : stream(options)
}

/** One datagram for each message (RFC 5426). */
function datagrams({ host, port }: SyslogServer): SyslogConnection {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4').unref()
  // Without a listener an error of the socket would end the process; `send` reports its own.
  socket.on('error', () => undefined)
  const sendOne = (message: string) =>
    new Promise<void>((resolve, reject) => {
      socket.send(message, port, host, (error) => (error ? reject(error) : resolve()))
    })
  return {
    send: async (messages) => {
      for (const message of messages) await sendOne(message)
    },
    close: () => socket.close(),
  }
}

/** Messages with their length before them, over one connection that stays open (RFC 6587, RFC 5425). */
function stream(options: SyslogConnectionOptions): SyslogConnection {
  let open: Socket | undefined
  return {
    send: async (messages) => {
      if (!open || open.destroyed || !open.writable) open = await connect(options)
      const socket = open
      const text = messages.map((one) => `${Buffer.byteLength(one)} ${one}`).join('')
      try {
        await written(socket, text)
      } catch (error) {
        socket.destroy()
        throw error
      }
    },
    close: () => open?.end(),
  }
}

function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(new Error('the syslog server takes nothing, or closed the connection'))
    const timer = setTimeout(fail, timeoutMs)
    socket.once('close', fail)
    socket.write(text, (error) => {
      clearTimeout(timer)
      socket.off('close', fail)
      if (error) reject(error)
      else resolve()
    })
  })
}

async function connect(options: SyslogConnectionOptions): Promise<Socket> {
  const { transport, host, port, caFile } = options
  const ca = caFile === undefined ? {} : { ca: await readFile(caFile) }
  const socket =
    transport === 'tls' ? tlsConnect({ host, port, ...ca }) : tcpConnect({ host, port })
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    await once(socket, transport === 'tls' ? 'secureConnect' : 'connect', { signal })
  } catch (error) {
    socket.destroy()
    throw error
  }
  socket.on('error', () => socket.destroy())
  // The server sends nothing; reading notices that it has gone.
  socket.resume()
  socket.setKeepAlive(true, 30_000)
  socket.unref()
  return socket
}
