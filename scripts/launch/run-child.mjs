import { spawn } from 'node:child_process'
import { root } from './workspace.mjs'

/**
 * Runs a program to its end with our own input and output. A signal sent to this process reaches the
 * program, and how the program ended is returned: `{code}` or `{signal}`.
 */
export function run(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    const release = passSignals(child)
    child.on('error', (error) => {
      release()
      reject(new Error(`Cannot start ${program}: ${error.message}`))
    })
    child.on('close', (code, signal) => {
      release()
      resolve(signal ? { signal } : { code })
    })
  })
}

function passSignals(child) {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      // Ctrl-C already reaches every process of the terminal; twice would mean “now, without goodbye”.
      if (signal === 'SIGINT' && inTerminal()) return
      child.kill(signal)
    }
    process.on(signal, handler)
    return [signal, handler]
  })
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

const inTerminal = () => [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)

/** Ends this process the way the program ended, so that shells and supervisors see no difference. */
export function exitLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
}
