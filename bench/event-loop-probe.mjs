// Loaded into the measured process with --import: on SIGUSR2 it prints the longest event-loop stall since the
// previous signal, so that the server itself needs no measuring code.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  const milliseconds = (value) => (value / 1e6).toFixed(1)
  process.stderr.write(
    `\nevent-loop max=${milliseconds(delay.max)} p99=${milliseconds(delay.percentile(99))}\n`,
  )
  delay.reset()
})
