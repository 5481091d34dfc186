/** Longest address of somebody else's server that is taken, in characters. */
export const URL_CHARACTERS_MAX = 2048;

export type AddressRefusalCode =
  | "invalid_url"
  | "credentials_in_url"
  | "fragment_in_url"
  | "https_required"
  | "port_not_allowed"
  | "host_not_public";

export interface AddressRefusal {
  readonly kind: "refused";
  readonly code: AddressRefusalCode;
  /** What the address must be, for its owner. */
  readonly message: string;
}

/** The address in its normal form. A name that has no address yet is accepted as well: it may get one. */
export interface AcceptedAddress {
  readonly kind: "accepted";
  readonly url: string;
}

/** What is known of an address that a tenant gives, before anything is sent to it. */
export type AddressCheck = AcceptedAddress | AddressRefusal;
