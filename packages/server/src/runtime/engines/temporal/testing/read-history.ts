import { readFileSync } from 'node:fs'
import { temporal } from '@temporalio/proto'

export type History = temporal.api.history.v1.IHistory

/**
 * A history as Temporal's command line prints it. The SDK's own reader needs one copy of protobufjs, and an
 * installation has several.
 */
export function readHistory(file: string): History {
  const printed = JSON.parse(readFileSync(file, 'utf8'), (key, value) => {
    if (typeof value !== 'string') return value
    if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return timestamp(value)
    if (/^\d+(\.\d+)?s$/.test(value) && key !== 'data') return duration(value)
    return value
  })
  return temporal.api.history.v1.History.fromObject(printed)
}

function timestamp(text: string) {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(text) ?? []
  return { seconds: Math.floor(Date.parse(text) / 1000), nanos: Number(fraction.padEnd(9, '0')) }
}

function duration(text: string) {
  const [seconds, fraction = ''] = text.slice(0, -1).split('.')
  return { seconds: Number(seconds), nanos: Number(fraction.padEnd(9, '0')) }
}
