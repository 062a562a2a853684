/** What the role of a turn says of who wrote it; other roles are people's. */

const machines = /^(?:system|developer|tool|function)$/i
const assistants = /^(?:assistant|ai|bot|model|agent)$/i

/** System texts and the output of tools are said by no person. */
export const isMachineRole = (role: string): boolean => machines.test(role)

export const isAssistantRole = (role: string): boolean => assistants.test(role)
