import { spawn } from 'node:child_process'
import { root } from './workspace.mjs'

/**
 * Runs a program with our input and output. Passes signals on to it. Returns how it ended: `{code}` or
 * `{signal}`.
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
      // Ctrl-C already reaches every process of the terminal; a second SIGINT would stop it without a shutdown.
      if (signal === 'SIGINT' && isInTerminal()) return
      child.kill(signal)
    }
    process.on(signal, handler)
    return [signal, handler]
  })
  const stopWatching = onShellExit(() => child.kill('SIGTERM'))
  return () => {
    stopWatching()
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

/**
 * npm runs scripts in a shell and sends signals to the shell only, which then exits without a notice. So under
 * npm the end of the shell counts as SIGTERM.
 */
function onShellExit(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    stop()
  }, 250)
  return () => clearInterval(timer)
}

const isInTerminal = () =>
  [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY)

/** Ends this process as the program ended, so that shells and supervisors see no difference. */
export function exitLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
}
