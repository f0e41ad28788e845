import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** Node types only five descriptors. Those of `'pipe'` are sockets. */
export function channel(child: ChildProcess, descriptor: number): Socket {
  return (child.stdio as readonly unknown[])[descriptor] as Socket
}

/** Reads the PID of the init from bubblewrap's info JSON; never resolves if bubblewrap fails before that. */
export function readInitPid(info: Socket): Promise<number> {
  return new Promise((resolve) => {
    let text = ''
    info.on('data', (chunk: Buffer) => {
      text += chunk
      const pid = /"child-pid"\s*:\s*(\d+)/.exec(text)?.[1]
      if (pid !== undefined) resolve(Number(pid))
    })
  })
}

export function waitForFirstByte(stream: Socket): Promise<void> {
  return new Promise((resolve) => void stream.once('data', () => resolve()))
}

export function waitForClose(stream: Socket): Promise<void> {
  if (stream.closed) return Promise.resolve()
  return new Promise((resolve) => void stream.once('close', () => resolve()))
}
