/** A position in the round of endpoints. */
export interface EndpointPosition {
  readonly tenant_id: string;
  readonly environment: string;
  readonly webhook_id: string;
}

const NIL = "00000000-0000-0000-0000-000000000000";

export const CURSOR_START: EndpointPosition = { tenant_id: NIL, environment: "", webhook_id: NIL };
