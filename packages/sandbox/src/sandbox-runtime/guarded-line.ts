/** Whoever starts the line holds the other end; it is closed when that process ends, however it does. */
export const guardDescriptor = 4

/**
 * A line for `sh -c` that becomes the given one and dies with its starter: a shell beside it, outside of the
 * sandbox and nobody's child, waits for the end of the descriptor and kills the process group.
 */
export function guardedLine(line: string): string {
  return `( ( read -r gone <&${guardDescriptor}; kill -9 0 ) </dev/null >/dev/null 2>&1 3>&- & )
exec ${guardDescriptor}<&-
exec ${line}`
}
