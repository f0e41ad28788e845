/** A message by the grammar of RFC 5424, without structured data; throws for anything else. */
export function parseSyslog(text: string) {
  const match =
    /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) - ([\x20-\x7e]*)$/.exec(
      text,
    )
  if (!match) throw new Error(`no message of RFC 5424: ${JSON.stringify(text.slice(0, 200))}`)
  const [, priority, time, host, application, processId, messageId, message = ''] = match
  return { priority: Number(priority), time, host, application, processId, messageId, message }
}

/** Messages of a stream, each with its length before it (RFC 6587). The rest is an unfinished one. */
export function splitFrames(stream: Buffer): string[] {
  const frames: string[] = []
  let at = 0
  while (at < stream.length) {
    const head = /^([1-9]\d*) /.exec(stream.subarray(at, at + 12).toString('latin1'))
    if (!head) throw new Error(`no length: ${stream.subarray(at, at + 40)}`)
    const start = at + head[0].length
    const end = start + Number(head[1])
    if (end > stream.length) break
    frames.push(stream.subarray(start, end).toString('utf8'))
    at = end
  }
  return frames
}
