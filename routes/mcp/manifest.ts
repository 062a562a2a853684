/** The settings of the MCP endpoint. */
import { defineManifest } from '../../domain/manifest.ts'
import { Type } from '../../domain/type.ts'

export const Mcp = Type.Object({
  DefaultUserId: Type.String({
    default: 'default',
    description: 'Namespace of MCP requests that name no user while auth is open.'
  }),
  Instructions: Type.String({
    default: '',
    description: 'What clients tell their model of this memory, beside what it always says.'
  })
})

export default defineManifest({ sections: { Mcp } })
