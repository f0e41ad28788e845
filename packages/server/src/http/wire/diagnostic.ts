import type { DiagnosticBody } from '@repertoire/protocol'
import type { Diagnostic } from '@repertoire/skill-md'

export function toDiagnosticBody(diagnostic: Diagnostic): DiagnosticBody {
  const { code, severity, line, column, endLine, endColumn, message, fix } = diagnostic
  return {
    code,
    severity,
    line,
    column,
    ...(endLine === undefined ? {} : { end_line: endLine }),
    ...(endColumn === undefined ? {} : { end_column: endColumn }),
    message,
    ...(fix === undefined ? {} : { fix }),
  }
}
