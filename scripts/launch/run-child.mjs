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
 * npm runs scripts in a shell and sends signals to that shell, which dies of them without telling us.
 * So under npm the shell's end counts as SIGTERM.
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

/** Ends this process the way the program ended, so that shells and supervisors see no difference. */
export function exitLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  else process.exitCode = code ?? 1
}
