import type { ExecutionBody } from '@repertoire/protocol'

/** An execution that went well; for tests. */
export const execution: ExecutionBody = {
  id: 'exe_1',
  conversation_id: 'cnv_1',
  run_id: 'run_1',
  tool_call_id: 'call_1',
  trace_id: 't',
  skill: { id: 'skl_1', slug: 'math', digest: 'd' },
  runtime: 'python',
  entry: 'scripts/sum.py',
  args: [],
  status: 'ok',
  exit_code: 0,
  outputs: [{ path: 'out/sum.txt', size: 12, sha256: 'a'.repeat(64) }],
  skipped: [{ path: 'link', why: 'it is a link' }],
  usage: { wall_ms: 1240, queued_ms: 20, cpu_ms: 800, peak_memory_bytes: 24 * 1024 * 1024 },
  stdout: '42\n',
  stderr: '',
  started_at: '2026-01-02T00:00:00.000Z',
  finished_at: '2026-01-02T00:00:01.240Z',
}
