import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** What the server says to one question. */
export type DnsAnswer =
  | { readonly addresses: readonly string[]; readonly cname?: string }
  | { readonly code: "NXDOMAIN" | "SERVFAIL" }
  | "silence";

/** A name server on loopback that knows what it was told, over UDP (RFC 1035). */
export interface DnsServer {
  /** For WEBHOOK_DNS_SERVERS. */
  readonly address: string;
  /** Each resolution of the name (A and AAAA count apart) gets the next answer; the last one stays. */
  set(name: string, ...answers: readonly DnsAnswer[]): void;
  /** Questions for A records of the name so far. */
  lookUps(name: string): number;
  close(): Promise<void>;
}

const TYPE_A = 1;
const TYPE_CNAME = 5;
const TYPE_AAAA = 28;
const RESPONSE_CODES = { SERVFAIL: 2, NXDOMAIN: 3 } as const;
const HEADER_BYTES = 12;

/** Starts the server; names that it was not told of get `otherwise`. */
export async function dnsServer(otherwise: DnsAnswer = { code: "NXDOMAIN" }): Promise<DnsServer> {
  const told = new Map<string, readonly DnsAnswer[]>();
  const asked = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (message, from) => {
    const { name, type, question } = read(message);
    const key = `${type} ${name}`;
    const count = asked.get(key) ?? 0;
    asked.set(key, count + 1);
    const answers = told.get(name) ?? [otherwise];
    const answer = answers[Math.min(count, answers.length - 1)] ?? otherwise;
    if (answer !== "silence") socket.send(written(message, { question, type, answer }), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, ...answers) => {
      told.set(name, answers);
      asked.delete(`${TYPE_A} ${name}`);
      asked.delete(`${TYPE_AAAA} ${name}`);
    },
    lookUps: (name) => asked.get(`${TYPE_A} ${name}`) ?? 0,
    close: () => new Promise((resolve) => void socket.close(resolve)),
  };
}

function read(message: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length !== 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  return {
    name: labels.join(".").toLowerCase(),
    type: message.readUInt16BE(at + 1),
    question: message.subarray(HEADER_BYTES, end),
  };
}

function written(
  message: Buffer,
  { question, type, answer }: { question: Buffer; type: number; answer: Exclude<DnsAnswer, "silence"> },
): Buffer {
  const records = "addresses" in answer ? recordsOf(answer, type) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(message.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | ("code" in answer ? RESPONSE_CODES[answer.code] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([header, question, ...records]);
}

function recordsOf({ addresses, cname }: { addresses: readonly string[]; cname?: string }, type: number): Buffer[] {
  const version = type === TYPE_A ? 4 : type === TYPE_AAAA ? 6 : 0;
  // A pointer to the name in the question.
  const asked = Buffer.from([0xc0, HEADER_BYTES]);
  const owner = cname === undefined ? asked : encodedName(cname);
  const alias = cname === undefined ? [] : [record(asked, TYPE_CNAME, encodedName(cname))];
  const own = addresses.filter((address) => isIP(address) === version);
  return [...alias, ...own.map((address) => record(owner, type, Buffer.from(ipaddr.parse(address).toByteArray())))];
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function encodedName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
