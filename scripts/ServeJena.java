// java -cp '/usr/share/java/*' scripts/ServeJena.java PORT [N-TRIPLES GRAPH]: an Apache Jena behind the SPARQL Protocol, for
// tests of stores.
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.jena.query.Dataset;
import org.apache.jena.query.DatasetFactory;
import org.apache.jena.query.QueryExecution;
import org.apache.jena.query.QueryExecutionFactory;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.sparql.core.DatasetDescription;
import org.apache.jena.sparql.core.DynamicDatasets;
import org.apache.jena.sys.JenaSystem;
import org.apache.jena.update.UpdateAction;

class ServeJena {
  static final Dataset all = DatasetFactory.create();

  public static void main(String[] arguments) throws IOException {
    JenaSystem.init();
    if (arguments.length > 1) RDFDataMgr.read(all.getNamedModel(arguments[2]), arguments[1]);
    int port = Integer.parseInt(arguments[0]);
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/sparql", ServeJena::handle);
    server.start();
  }

  static void handle(HttpExchange exchange) throws IOException {
    Map<String, List<String>> parameters = new HashMap<>();
    addParameters(exchange.getRequestURI().getRawQuery(), parameters);
    addParameters(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8), parameters);
    int status = 200;
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try {
      for (String update : parameters.getOrDefault("update", List.of())) UpdateAction.parseExecute(update, all);
      for (String query : parameters.getOrDefault("query", List.of()))
        ask(query, parameters.getOrDefault("default-graph-uri", List.of()), answer);
    } catch (RuntimeException problem) {
      status = 400;
      answer.reset();
      answer.writeBytes(String.valueOf(problem).getBytes(StandardCharsets.UTF_8));
    }
    exchange.getResponseHeaders().set("content-type", status == 200 ? "application/sparql-results+json" : "text/plain");
    exchange.sendResponseHeaders(status, answer.size() == 0 ? -1 : answer.size());
    answer.writeTo(exchange.getResponseBody());
    exchange.close();
  }

  static void ask(String text, List<String> graphs, ByteArrayOutputStream answer) {
    Dataset dataset =
        graphs.isEmpty() ? all : DynamicDatasets.dynamicDataset(DatasetDescription.create(graphs, List.of()), all, false);
    try (QueryExecution execution = QueryExecutionFactory.create(QueryFactory.create(text), dataset)) {
      if (execution.getQuery().isAskType()) ResultSetFormatter.outputAsJSON(answer, execution.execAsk());
      else ResultSetFormatter.outputAsJSON(answer, execution.execSelect());
    }
  }

  static void addParameters(String text, Map<String, List<String>> parameters) {
    if (text == null || text.isEmpty()) return;
    for (String each : text.split("&")) {
      int equals = each.indexOf('=');
      parameters
          .computeIfAbsent(decoded(each.substring(0, equals)), name -> new ArrayList<>())
          .add(decoded(each.substring(equals + 1)));
    }
  }

  static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
